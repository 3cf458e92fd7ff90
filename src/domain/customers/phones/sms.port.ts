/** A text message to one phone. */
export interface SmsMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** The same key is the same message: it is sent once, however often it is asked for. */
  readonly key: string;
}

/** The company that sends text messages. */
export interface SmsPort {
  /** `unknown`: no answer, so it may have been sent. Never throws for what the network or the company does. */
  send(message: SmsMessage): Promise<'accepted' | 'rejected' | 'unknown'>;
}
