/** What the chaos tells a process of the product while it runs, over the channel that Node opens between them. */
export type ProcessCommand =
  /** Its machine's clock stands `byMs` from the true one; so much time went by for everybody is `aheadMs`. */
  | { readonly kind: 'clock'; readonly byMs: number; readonly futureMs: number }
  /** It does nothing for so long: its thread is busy with something else. */
  | { readonly kind: 'stall'; readonly forMs: number }
  /** It dies at this named place, the next time that it passes it. */
  | { readonly kind: 'crash-at'; readonly point: string };

export function isProcessCommand(message: unknown): message is ProcessCommand {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  return message.kind === 'clock' || message.kind === 'stall' || message.kind === 'crash-at';
}
