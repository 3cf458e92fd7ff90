import type { CompiledMessages } from '#src/ui/words/translator.ts';

/** Replaced by the build (`vite.config.ts`): the console's words of this locale. */
export const words: CompiledMessages = {};
