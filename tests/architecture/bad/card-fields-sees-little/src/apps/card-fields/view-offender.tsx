export { value } from '#src/rails/card/card-form.tsx';
