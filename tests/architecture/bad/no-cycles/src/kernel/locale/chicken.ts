import type { Egg } from './egg.ts';

export interface Chicken { readonly egg: Egg }
export const value = 1;
