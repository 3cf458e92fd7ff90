import css from './video-player.module.css';

/** A film with everything that stands in for it. Addresses are our own. */
export interface VideoView {
  readonly sources: readonly { readonly src: string; readonly type: string }[];
  readonly poster: string;
  readonly captions: { readonly src: string; readonly lang: string; readonly label: string };
  readonly transcript: readonly string[];
}

interface VideoPlayerProps {
  readonly video: VideoView;
  /** Accessible name of the film. */
  readonly label: string;
  /** Text for browsers without video. */
  readonly missing: string;
  /** Opens the transcript. */
  readonly read: string;
}

/**
 * A film in the browser's own player: it never starts by itself, so that no sound surprises; its space is reserved;
 * captions are on. The transcript is below, whether it plays or not.
 */
export function VideoPlayer({ video, label, missing, read }: VideoPlayerProps) {
  return (
    <div className="stack">
      <video
        className={css['film']}
        controls
        playsInline
        preload="metadata"
        width={640}
        height={360}
        poster={video.poster}
        aria-label={label}
      >
        {video.sources.map(({ src, type }) => (
          <source key={src} src={src} type={type} />
        ))}
        <track
          kind="captions"
          src={video.captions.src}
          srcLang={video.captions.lang}
          label={video.captions.label}
          default
        />
        {missing}
      </video>
      <details className={css['transcript']}>
        <summary>{read}</summary>
        {video.transcript.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </details>
    </div>
  );
}
