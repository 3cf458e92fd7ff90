import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { MandateRules } from './mandate.types.ts';
import type { ChargeReference, GatewayAnswer } from './gateway.port.ts';

/** Mandates at a gateway. */
export interface MandatesGateway {
  readonly rules: MandateRules;
  /** Cancels the mandate that was requested with a charge. The fact reports its state after that. */
  end(charge: ChargeReference): Promise<GatewayAnswer>;
  /** Asks for another try of a charge that failed. */
  retry(charge: ChargeReference, on: LocalDate): Promise<GatewayAnswer>;
}
