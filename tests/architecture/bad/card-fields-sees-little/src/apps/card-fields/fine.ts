export { value } from '#src/rails/card/number.ts';
export { default as css } from '#src/ui/field.module.css';
