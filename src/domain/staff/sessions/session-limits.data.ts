/** How long a session lasts, in seconds. */
export const sessionLimits = {
  /** Without a request. */
  idle: 30 * 60,
  /** In all. */
  whole: 10 * 3_600,
  /** Afterwards the directory is asked again whether the person belongs to it. */
  directoryCheck: 15 * 60,
  /** A session's last request is written down at most this often. */
  touch: 60,
  /** Sessions are listed for their owner for so long, then deleted. */
  kept: 90 * 86_400,
} as const;
