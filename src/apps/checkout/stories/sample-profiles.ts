import type { PaymentProfile } from '#src/domain/payments/profiles/index.ts';
import type { OfferedMethod } from '../payment-form/payment.types.ts';
import type { StoryRequest } from './stories.contract.server.ts';

/** A saved instrument: the one that a sample's purchase was paid with. */
const kept = { id: 'pmp_gallery', brand: 'mastercard', last4: '1142', expiry: '12/30' } as const;

/** A saved instrument of the first payment method that can be saved, for the link's product; null where none can. */
export function sampleProfile({ ctx, visit }: StoryRequest): PaymentProfile | null {
  const rails = visit.product.plans.flatMap(({ methods }) => methods.map(({ method }) => ctx.rails.byMethod(method)));
  const rail = rails.find((one) => one?.countsCardAttempts)?.id;
  return rail ? { ...kept, rail, gateway: 'test' } : null;
}

/** Saved instruments of the offered payment methods, each at the gateway that would charge now. */
export function sampleProfilesFor({ ctx }: StoryRequest, methods: readonly OfferedMethod[]): readonly PaymentProfile[] {
  return methods.flatMap(({ rail, gateway, canSaveInstrument }) =>
    canSaveInstrument && ctx.rails.byId(rail)?.countsCardAttempts ? [{ ...kept, rail, gateway }] : [],
  );
}
