import type { SmsPort } from '#src/domain/customers/phones/index.ts';
import { toGsmText } from '#src/domain/customers/phones/index.server.ts';
import type { CompanySettings } from './gateway.factory.server.ts';

/** What `<gateway>/sms.server.ts` exports as `smsFactory`: a company that carries text messages. */
export interface SmsFactory {
  readonly id: string;
  create(settings: CompanySettings): SmsPort;
}

/** Makes the carrier of text messages: the first, in the order of their ids, until there is a choice. */
export function createSms(factories: readonly SmsFactory[], settings: CompanySettings): SmsPort {
  const [first] = factories;
  if (!first) throw new Error('Nobody carries text messages: a folder of gateways with sms.server.ts is needed');
  const carrier = first.create(settings);
  // Whatever is written goes out in the alphabet of phones: one letter beyond it would cut a message to 70 characters.
  return { send: (message) => carrier.send({ ...message, text: toGsmText(message.text) }) };
}
