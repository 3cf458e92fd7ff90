import type { SmsMessage, SmsPort } from '#src/domain/phones/index.ts';

/** Phones that keep what they got, and a carrier that does as it is told. */
export class PhoneInbox implements SmsPort {
  readonly messages: SmsMessage[] = [];
  outcome: Awaited<ReturnType<SmsPort['send']>> = 'taken';

  async send(message: SmsMessage): Promise<typeof this.outcome> {
    if (this.outcome !== 'not-taken') this.messages.push(message);
    return this.outcome;
  }

  /** The code of the newest message, from the line that browsers read. */
  code(): string {
    return / #(\d+)$/.exec(this.messages.at(-1)?.text ?? '')?.[1] ?? '';
  }
}
