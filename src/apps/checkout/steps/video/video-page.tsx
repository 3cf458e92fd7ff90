import { ButtonLink } from '#src/ui/button/button.tsx';
import { VideoPlayer, type VideoView } from '#src/ui/video/video-player.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface VideoData {
  readonly video: VideoView;
  readonly product: string;
  readonly brand: string;
  readonly next: string;
}

export function VideoPage({ data }: ViewProps<VideoData>) {
  const t = useWords();
  const { video, product, brand } = data;
  const label = t('video.label', { product });
  return (
    <>
      <PageTitle above={<StepCounter />} title={t('video.title', { product })} text={t('video.intro', { brand })} />
      <div className="stack">
        <VideoPlayer video={video} label={label} missing={t('video.missing')} read={t('video.read')} />
        <ButtonLink href={data.next}>{t('video.submit')}</ButtonLink>
      </div>
    </>
  );
}
