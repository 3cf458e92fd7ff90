import { Notice } from '../notice/notice.tsx';

/** What is wrong with a form as a whole, above its fields; nothing when all is well. */
export function FormNotice({ message }: { readonly message: string | null }) {
  return message ? <Notice kind="error">{<p>{message}</p>}</Notice> : null;
}
