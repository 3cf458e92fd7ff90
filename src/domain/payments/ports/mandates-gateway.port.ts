import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { MandateRules } from './mandate.types.ts';
import type { ChargeReference, GatewayAnswer } from './gateway.port.ts';

/** What a company does with buyers' standing consents. */
export interface MandatesGateway {
  readonly rules: MandateRules;
  /** Ends the consent that was asked for with a charge. The fact tells how it stands then. */
  end(charge: ChargeReference): Promise<GatewayAnswer>;
  /** Asks for another try of a charge that failed. */
  retry(charge: ChargeReference, on: LocalDate): Promise<GatewayAnswer>;
}
