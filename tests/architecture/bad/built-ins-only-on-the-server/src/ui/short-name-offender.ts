import fs from 'fs';

export const read = fs.readFileSync;
