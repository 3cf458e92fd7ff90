import { LruCache } from '../../site/lru-cache.server.ts';
import { definePage, problem, show } from '../../framework/page.server.ts';
import type { MdData } from './md-page.tsx';
import { renderMarkdown } from './render-markdown.server.ts';

/** A text changes only when the product starts anew: each is rendered once. */
const rendered = new LruCache<string>(200);

export const page = definePage<MdData>({
  load: async ({ visit, view }) => {
    const file = visit.step?.props.markdown;
    const source = file === undefined ? undefined : visit.brand.texts.get(file);
    if (file === undefined || source === undefined) return problem('markdown-missing');
    return show<MdData>({ html: rendered.get(source, () => renderMarkdown(source)), next: view.flow?.next ?? null });
  },
});
