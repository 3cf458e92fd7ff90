import type { FilmProps } from '#src/domain/flows/index.ts';
import type { FilmView } from '#src/ui/film/film.tsx';
import type { BareRequest } from '../../web/page.server.ts';

const types: readonly (readonly [string, string])[] = [
  ['.mp4', 'video/mp4'],
  ['.webm', 'video/webm'],
];

/** A step's film with the addresses of its files. Throws when the build lacks one: the data was checked against it. */
export function filmView({ fileOf, words, view }: BareRequest, film: FilmProps): FilmView {
  const addressOf = (file: string): string => {
    const address = fileOf(file);
    if (address === null) throw new Error(`The build has no ${file}`);
    return address;
  };
  return {
    sources: film.sources.map((file) => ({
      src: addressOf(file),
      type: types.find(([ending]) => file.endsWith(ending))?.[1] ?? '',
    })),
    poster: addressOf(film.poster),
    captions: { src: addressOf(film.captions), lang: view.locale, label: words('video.captions') },
    transcript: film.transcript,
  };
}
