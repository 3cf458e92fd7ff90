import { z } from 'zod';
import { webhookEventTypes } from '#src/domain/messaging/webhooks/index.ts';
import { webhookData, webhookSchema } from '#src/domain/messaging/webhooks/index.server.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
});

const parameters = [
  header('webhook-id', 'The same for every retry and replay of a message: handle each once.'),
  header('webhook-timestamp', 'Seconds since 1970 of this try: refuse what is more than five minutes off.'),
  header(
    'webhook-signature',
    '`v1,` and an HMAC-SHA256 of `id.timestamp.body`; two of them while a secret is changed.',
  ),
];

/**
 * The `webhooks` of the OpenAPI document (Standard Webhooks 1.0.0), from the schemas that validate each webhook before it is
 * sent.
 */
export function describeWebhooks() {
  return Object.fromEntries(
    webhookEventTypes.map((type) => [
      type,
      {
        post: {
          summary: webhookData[type].when,
          description:
            'Answer 2xx within 15 s. Any other answer is retried over 75 hours; 410 disables the endpoint. Redirects are not followed.',
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: z.toJSONSchema(webhookSchema(type)) as object } },
          },
          responses: {
            '2XX': { description: 'Accepted.' },
            '410': { description: 'The endpoint is gone: nothing more is sent to it.' },
          },
        },
      },
    ]),
  );
}
