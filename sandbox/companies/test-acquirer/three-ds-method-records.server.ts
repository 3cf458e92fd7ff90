import { z } from 'zod';

/** Browsers in which the 3DS Method ran (EMV 3-D Secure 2.2), by threeDSServerTransID. In memory only. */
export interface ThreeDsMethodRecords {
  /** Reads `threeDSMethodData` and records the browser; null when it cannot be read. */
  record(data: string | undefined): { readonly transaction: string; readonly notificationUrl: string } | null;
  isRecorded(transaction: string): boolean;
}

const maxRemembered = 10_000;

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

export function createThreeDsMethodRecords(): ThreeDsMethodRecords {
  const seen = new Set<string>();
  return {
    record(data = '') {
      const read = dataSchema.safeParse(parsed(data));
      if (!read.success) return null;
      const { threeDSServerTransID: transaction, threeDSMethodNotificationURL: notificationUrl } = read.data;
      if (seen.size >= maxRemembered) seen.clear();
      seen.add(transaction);
      return { transaction, notificationUrl };
    },
    isRecorded: (transaction) => seen.has(transaction),
  };
}
