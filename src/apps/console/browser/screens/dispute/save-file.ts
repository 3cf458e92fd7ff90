import type { EvidenceFile } from '../../../routes/disputes/disputes.types.ts';

/** Gives a file to the browser, which stores it under its name. */
export function saveFile({ fileName, contentType, base64 }: EvidenceFile): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: contentType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
