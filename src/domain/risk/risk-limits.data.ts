/** How many attempts of one subject may be declined before a proof of work is required, and before a pause. */
export interface AttemptLimit {
  /** Declined and running attempts from which on the next one needs a proof of work. */
  readonly proofFrom: number;
  /** Declined attempts after which there is a pause; no more may run at once than are left until then. */
  readonly most: number;
  /** Each approved attempt adds so many to both: one address of a school or a carrier has many buyers. */
  readonly perApproved: number;
}

/**
 * Limits of what strangers may make the product do, with their units. Attempts are those of instruments whose schemes count them;
 * a declined one costs a fee and informs a thief (OWASP OAT-001, carding).
 */
export const riskLimits = {
  tries: {
    /** Declined attempts count for so long. */
    windowSeconds: 3_600,
    /** Approved attempts count for so long. */
    approvedSeconds: 86_400,
    /** An attempt without an outcome counts as running for so long. */
    runningSeconds: 120,
    /** So many unanswered challenges weigh as much as one decline. */
    challengesPerDecline: 8,
    address: { proofFrom: 4, most: 8, perApproved: 1 },
    /** Of IPv4 the first 24 bits, of IPv6 the first 48. */
    network: { proofFrom: 25, most: 60, perApproved: 1 },
    /** By e-mail address. */
    buyer: { proofFrom: 3, most: 6, perApproved: 0 },
    browser: { proofFrom: 3, most: 6, perApproved: 0 },
  },
  /** The alarm by declines of all buyers: more of them than `timesUsual` the usual share, and than `least`. */
  alarm: {
    windows: [
      { seconds: 300, least: 15 },
      { seconds: 3_600, least: 40 },
    ],
    timesUsual: 3,
    /** Factor of `least`, by the present level: declines after an alarm are rarely honest mistakes. */
    leastByLevel: [1, 0.5, 0.4],
    /** The usual share of declines: assumed below a minimum sample, and kept between bounds. */
    usual: { unknown: 0.15, least: 0.1, most: 0.25, minimumSample: 200 },
    /** From this level on the banks of unknown buyers have to challenge. */
    challengeFromLevel: 2,
    /** How long a level stays; from `challengeFromLevel` on longer, while challenges go unanswered. */
    holdSeconds: 3_600,
    /** So many challenges may go unanswered in `holdSeconds`, whatever the share, before a level stays longer. */
    unanswered: 40,
    /** A process reads the database again after so long, or once its own attempts may have changed the level. */
    refreshSeconds: 5,
  },
  /** A buyer who paid an order so long ago, in the same browser, is known. */
  known: { paidForSeconds: 86_400 },
  proof: {
    /** A challenge is good for so long, and so is its solution. */
    lifeSeconds: 300,
    /** One solution allows so many attempts of its browser. */
    tries: 3,
    /** PBKDF2 rounds of one step, and the steps: between `least` and `most`, by level. */
    rounds: 2_000,
    steps: [
      { least: 20, most: 60 },
      { least: 40, most: 80 },
      { least: 60, most: 120 },
      { least: 60, most: 120 },
    ],
    /** Challenges per address and hour. */
    perAddressHour: 300,
  },
  /** Vouchers that were not found, per hour. */
  vouchers: { address: 60, browser: 20 },
  /**
   * Purchases that an address may begin in an hour before each needs a proof of work. On the page, which needs no script, a
   * browser waits for each instead, and has to come back before its wait is forgotten.
   */
  leads: { freePerAddress: 100, waitSeconds: 30, turnLifeSeconds: 3_600 },
  /**
   * Prompts: payments that make a phone ring for a PIN, or ask a wallet about a person. After `proofFrom` in the period each needs
   * a proof of work; after `most` there are none. One address of a carrier has many buyers, hence the room between both. A brand
   * is never closed: an attacker would only have to use its budget up.
   */
  prompts: {
    phone: { hour: { proofFrom: 3, most: 3 }, day: { proofFrom: 5, most: 5 } },
    document: { hour: { proofFrom: 3, most: 3 }, day: { proofFrom: 5, most: 5 } },
    address: { hour: { proofFrom: 5, most: 30 }, day: { proofFrom: 20, most: 100 } },
    network: { hour: { proofFrom: 20, most: 120 }, day: { proofFrom: 80, most: 400 } },
    brand: { hour: { proofFrom: 500, most: 1_000_000 }, day: { proofFrom: 5_000, most: 1_000_000 } },
  },
  /** Contracts that are filled, per hour. */
  contracts: { address: 600, browser: 60 },
} as const;

/**
 * 0: nothing unusual; 1: every attempt needs a proof of work; 2: and banks have to challenge; 3: methods without a challenge are
 * closed. Known buyers need nothing.
 */
export type RiskLevel = 0 | 1 | 2 | 3;
