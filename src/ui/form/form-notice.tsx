import { Notice } from '../notice/notice.tsx';

/** The error of a form as a whole, above its fields; nothing without one. */
export function FormNotice({ message }: { readonly message: string | null }) {
  return message ? <Notice kind="error">{<p>{message}</p>}</Notice> : null;
}
