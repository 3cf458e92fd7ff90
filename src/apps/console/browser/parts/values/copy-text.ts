import { announce } from '../announce.ts';

/** Copies a text and says so; says as well when the browser does not allow it. */
export async function copyText(text: string, said: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(said);
  } catch {
    announce(failed, 'lost');
  }
}
