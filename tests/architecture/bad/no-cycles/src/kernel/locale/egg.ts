import { value } from './chicken.ts';
import type { Chicken } from './chicken.ts';

export interface Egg { readonly chicken: Chicken }
export const laid = value;
