import type { FastifyReply } from 'fastify';
import { chooseTestLocation, chooseUnit } from '#src/domain/orders/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { ApiServices } from '../../api.contract.server.ts';
import { sendProblem } from '#src/kernel/http/problems/send-problem.server.ts';

const choices = [
  ['unitId', chooseUnit, 'select-school.unit.gone'],
  ['testLocationId', chooseTestLocation, 'select-test-location.place.gone'],
] as const;

/**
 * Stores the unit and test location that a call names. Returns the sent error response when one is not available, else null.
 * `isPaying`: ignores `order-paid`, since the payment then replays its stored answer.
 */
export async function chooseLocations(
  { ctx, say }: ApiServices,
  session: CheckoutSession,
  named: { readonly unitId?: string | undefined; readonly testLocationId?: string | undefined },
  reply: FastifyReply,
  { isPaying = false }: { readonly isPaying?: boolean } = {},
): Promise<FastifyReply | null> {
  for (const [path, choose, unknown] of choices) {
    const locationId = named[path];
    const chosen = locationId === undefined ? null : await choose(ctx, session, locationId);
    if (!chosen || chosen.ok) continue;
    if (isPaying && chosen.error === 'order-paid') return null;
    if (chosen.error !== 'place-unknown') return sendProblem(reply, chosen.error);
    const errors = [{ path, code: chosen.error, message: say(session.locale, unknown) }];
    return sendProblem(reply, 'fields-invalid', { errors });
  }
  return null;
}
