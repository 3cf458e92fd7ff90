import type { JsonValue } from '#src/kernel/json/json.ts';

/** The members of a message's data that hold personal data (`webhook-schemas.server.ts`), at whatever depth. */
const personal: ReadonlySet<string> = new Set(['name', 'email', 'phone', 'number']);
const mask = '•••';

/** A message's body with its personal data masked. Its structure and every other value stay. */
export function maskWebhookBody(body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body.map(maskWebhookBody);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      personal.has(name) && value !== null ? mask : maskWebhookBody(value),
    ]),
  );
}
