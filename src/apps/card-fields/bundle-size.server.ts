import { brotliCompressSync, constants } from 'node:zlib';
import { readBuiltAssets } from './assets.server.ts';
import { cardDocument } from './document.server.ts';
import { withInlineFonts } from './inline-font.server.ts';

/** Bytes of a first visit after brotli. The document includes style sheet, theme and font. */
export interface CardFieldsBytes {
  readonly document: number;
  readonly script: number;
  readonly total: number;
}

/** Measures the page built in `assetsDir` with a theme, compressed as by the server (document 5, script 11). */
export function cardFieldsBytes(assetsDir: string, themeCss: string, fontsDir: string): CardFieldsBytes {
  const built = readBuiltAssets(assetsDir);
  const html = cardDocument({
    locale: 'pt-BR',
    mode: 'dark',
    ground: 'selected',
    parent: 'https://checkout.example',
    gateway: 'test-acquirer',
    cardTokenization: { kind: 'jwe', keySetUrl: '' },
    nonce: 'MTIzNDU2Nzg5MDEyMzQ1Ng==',
    css: `${built.css}\n${withInlineFonts(themeCss, fontsDir)}`,
    script: built.script,
    now: new Date(0),
  });
  const document = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
  const file = built.files.get(built.script.path);
  const script = file?.brotli?.length ?? file?.plain.length ?? Number.POSITIVE_INFINITY;
  return { document, script, total: document + script };
}
