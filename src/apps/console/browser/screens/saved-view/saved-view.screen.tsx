import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { SavedViewItem } from '../../../routes/views/views.types.ts';
import { api } from '../../data/api.ts';
import { searchOfView } from '../../views/view-search.ts';

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  const view = await api.get<SavedViewItem>(`/views/${params['id']}`, { signal: request.signal });
  return redirect(`/${view.list}${searchOfView(view)}`);
}

/** Never shown: its loader leads on, or fails. */
export function Component() {
  return null;
}
