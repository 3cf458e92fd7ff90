export { value } from '#src/kernel/money/money.ts';
