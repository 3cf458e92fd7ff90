import { second } from './second.ts';

export interface First {
  readonly name: string;
}
export const first = second;
