import type { VideoProps } from '#src/domain/catalog/brand-data/index.ts';
import type { VideoView } from '#src/ui/video/video-player.tsx';
import type { BaseRequest } from '../framework/page.server.ts';

const types: readonly (readonly [string, string])[] = [
  ['.mp4', 'video/mp4'],
  ['.webm', 'video/webm'],
];

/** A step's video with the addresses of its files. Throws when the build lacks one: brand data is checked against it. */
export function videoView({ fileOf, words, view }: BaseRequest, video: VideoProps): VideoView {
  const addressOf = (file: string): string => {
    const address = fileOf(file);
    if (address === null) throw new Error(`The build has no ${file}`);
    return address;
  };
  return {
    sources: video.sources.map((file) => ({
      src: addressOf(file),
      type: types.find(([ending]) => file.endsWith(ending))?.[1] ?? '',
    })),
    poster: addressOf(video.poster),
    captions: { src: addressOf(video.captions), lang: view.locale, label: words('video.captions') },
    transcript: video.transcript,
  };
}
