import { useEffect } from 'react';

/** WebOTP (WICG): the part of it that is read here; TypeScript's DOM does not have it. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly 'sms'[] };
}

/**
 * Where the browser can read the message that came to this very phone, it asks its owner and hands over the code. Nobody
 * needs it: the field takes the code by keys, by paste, or by the keyboard's own suggestion.
 */
export function useSmsCode(isWaiting: boolean, onCode: (code: string) => void): void {
  useEffect(() => {
    if (!isWaiting || !('OTPCredential' in globalThis)) return undefined;
    const stop = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: stop.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        if (credential && 'code' in credential && typeof credential.code === 'string') onCode(credential.code);
      },
      // Declined, too late, or this page is gone.
      () => undefined,
    );
    return () => stop.abort();
    // Asked once per page: a second question would end the first.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
