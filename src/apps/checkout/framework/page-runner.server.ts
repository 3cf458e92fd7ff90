import type {
  BaseRequest,
  LoadResult,
  PageRequest,
  PublicPageRequest,
  ServerPage,
  SubmitResult,
} from './page.server.ts';
import type { RegisteredPage } from './site.contract.server.ts';

/** The handlers of a page for one request. */
export interface Runner {
  readonly load: () => Promise<LoadResult<unknown>>;
  readonly submit: (form: Readonly<Record<string, string>>) => Promise<SubmitResult<unknown>>;
}

/** Binds a page to an opened request. */
export function runner({ manifest, page }: RegisteredPage, request: PublicPageRequest | PageRequest): Runner {
  if (page.needs === 'nothing' && 'inFlow' in request) return bind(page, request);
  if (page.needs === 'nothing' || !('session' in request))
    throw new Error(`${manifest.id} was opened for another kind of page`);
  return bind(page, request);
}

function bind<R extends BaseRequest>(page: ServerPage<unknown, R>, request: R): Runner {
  return {
    load: async () => page.load(request),
    submit: async (form) => {
      if (!page.submit) throw new Error('This page takes no form');
      return page.submit(form, request);
    },
  };
}
