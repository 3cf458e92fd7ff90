export { value } from '#src/kernel/locale/locale.ts';
