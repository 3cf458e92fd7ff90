/** The specification's keys of what is remembered in the browser's session. */
export type StoredKey =
  | 'dataLead'
  | 'dataForm'
  | 'dataPix'
  | 'defaultSelectedPlan'
  | 'isPaymentInPerson'
  | 'PURCHASED_PROFILES_AMOUNT'
  | 'PURCHASED_PLAN'
  | 'shouldUseUpsellTheme';

/**
 * Values by key as JSON in the browser's session storage. It tolerates everything: storage that is off or full, text
 * that is not JSON. The server's session is the truth; this only spares the buyer some typing. Documents, cards and
 * tokens are never put here.
 */
export const sessionStore = {
  read(key: StoredKey): unknown {
    try {
      const text = sessionStorage.getItem(key);
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  },
  write(key: StoredKey, value: unknown): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Full or forbidden: the buyer types it again.
    }
  },
  remove(key: StoredKey): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Forbidden: there was nothing to remove.
    }
  },
};
