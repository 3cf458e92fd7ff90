export { value } from '#tools/build.ts';
