import { z } from 'zod';
import { decryptText, encryptText } from '#src/kernel/crypto/encrypt-text.server.ts';
import { cookieName, readCookies, writeCookie } from '#src/kernel/http/cookies/cookies.server.ts';

const sessionName = 'matricula-console';
const signInName = 'matricula-console-sign-in';
/** Seconds: as long as a person may take at the provider. */
const signInLife = 600;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** A sign-in under way, as its cookie holds it, encrypted. */
const signInSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of the console to return to. */
  to: z.string(),
  /** The session whose person proves again who they are; null: a new sign-in. */
  renews: z.string().nullable(),
  /** The secret of a printed link for the first person. */
  firstLink: z.string().nullable(),
  /** Milliseconds since 1970 by the machine's clock. */
  endsAt: z.number(),
});
export type SignInUnderWay = z.infer<typeof signInSchema>;

/** The console's two cookies. Both are HttpOnly and Lax: Strict would lose them on the way back from the provider. */
export interface ConsoleCookies {
  sessionToken(header: string | undefined): string | null;
  setSession(token: string): string;
  clearSession(): string;
  signIn(header: string | undefined): SignInUnderWay | null;
  setSignIn(signIn: Omit<SignInUnderWay, 'endsAt'>): string;
  clearSignIn(): string;
}

/** `key`: from `deriveKey`. `isHttps`: the names get `__Host-`, so that no other host can set them. */
export function consoleCookies(key: string, isHttps: boolean): ConsoleCookies {
  const valueOf = (header: string | undefined, name: string): string | null =>
    readCookies(header).get(cookieName(name, isHttps)) ?? null;
  const write = (name: string, value: string, maxAge?: number): string =>
    writeCookie(cookieName(name, isHttps), value, { isHttps, ...(maxAge === undefined ? {} : { maxAge }) });
  return {
    sessionToken(header) {
      const token = valueOf(header, sessionName);
      return token !== null && tokenShape.test(token) ? token : null;
    },
    setSession: (token) => write(sessionName, token),
    clearSession: () => write(sessionName, '', 0),
    signIn(header) {
      const text = decryptText(key, valueOf(header, signInName) ?? '');
      const read = text === null ? null : signInSchema.safeParse(JSON.parse(text));
      return read?.success && read.data.endsAt > Date.now() ? read.data : null;
    },
    setSignIn(signIn) {
      const sealed = { ...signIn, endsAt: Date.now() + signInLife * 1000 };
      return write(signInName, encryptText(key, JSON.stringify(sealed)), signInLife);
    },
    clearSignIn: () => write(signInName, '', 0),
  };
}
