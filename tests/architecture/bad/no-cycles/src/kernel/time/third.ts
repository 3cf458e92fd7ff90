import { first } from './masked-offender.ts';

export const third = () => first;
