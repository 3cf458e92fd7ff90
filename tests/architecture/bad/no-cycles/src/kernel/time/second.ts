import type { First } from './masked-offender.ts';
import { third } from './third.ts';

export const second = third;
export type Second = First;
