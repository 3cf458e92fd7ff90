import { z } from 'zod';

/** Browsers that the bank has looked at (EMV 3-D Secure 2.2, 3DS Method), by threeDSServerTransID. Kept in memory. */
export interface BrowserLooks {
  /** Reads `threeDSMethodData` and writes the browser down; null when it cannot be read. */
  look(data: string | undefined): { readonly transaction: string; readonly notificationUrl: string } | null;
  hasSeen(transaction: string): boolean;
}

const mostRemembered = 10_000;

const dataSchema = z.object({
  threeDSServerTransID: z.guid(),
  threeDSMethodNotificationURL: z.url({ protocol: /^https?$/ }).max(256),
});

function parsed(data: string): unknown {
  try {
    return JSON.parse(Buffer.from(data, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

export function browserLooks(): BrowserLooks {
  const seen = new Set<string>();
  return {
    look(data = '') {
      const read = dataSchema.safeParse(parsed(data));
      if (!read.success) return null;
      const { threeDSServerTransID: transaction, threeDSMethodNotificationURL: notificationUrl } = read.data;
      if (seen.size >= mostRemembered) seen.clear();
      seen.add(transaction);
      return { transaction, notificationUrl };
    },
    hasSeen: (transaction) => seen.has(transaction),
  };
}
