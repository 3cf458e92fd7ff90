/** A text message to one phone. */
export interface SmsMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** The same key is the same message: it is sent once, however often it is asked for. */
  readonly key: string;
}

/** Whoever carries text messages to phones. */
export interface SmsPort {
  /** `unknown`: nobody answered, so it may be on its way. Never throws for what the network or the other side does. */
  send(message: SmsMessage): Promise<'accepted' | 'rejected' | 'unknown'>;
}
