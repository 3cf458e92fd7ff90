import { config } from 'zod/v4/core';

/** The console's policy allows no code from text: schemas are walked, not compiled. The first import of the browser's side. */
config({ jitless: true });
