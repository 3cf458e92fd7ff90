export interface BaseContext {
  readonly value: number;
}
