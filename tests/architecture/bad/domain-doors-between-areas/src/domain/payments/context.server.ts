export interface PaymentsContext {
  readonly value: number;
}
