/** How many tries of one subject may go wrong before a proof of work is asked, and before there is a pause. */
export interface AttemptLimit {
  /** Refused and running tries from which on a proof of work is asked for the next one. */
  readonly proofFrom: number;
  /** Refused tries after which there is a pause; no more may run at once than are left until there. */
  readonly most: number;
  /** What each good try adds to both: a school's or a carrier's single address has many people behind it. */
  readonly perApproved: number;
}

/**
 * Limits of what strangers may make the product do, with their units. Tries are those of means whose schemes count them;
 * a refused one costs a fee and tells a thief something (OWASP OAT-001, carding).
 */
export const riskLimits = {
  tries: {
    /** Refused tries count for so long. */
    windowSeconds: 3_600,
    /** Good tries count for so long. */
    approvedSeconds: 86_400,
    /** A try whose end is not known counts as running for so long. */
    runningSeconds: 120,
    /** So many questions of banks that nobody answered weigh as much as one refusal. */
    challengesPerDecline: 8,
    address: { proofFrom: 4, most: 8, perApproved: 1 },
    /** Of IPv4 the first 24 bits, of IPv6 the first 48. */
    network: { proofFrom: 25, most: 60, perApproved: 1 },
    /** By address of mail. */
    buyer: { proofFrom: 3, most: 6, perApproved: 0 },
    browser: { proofFrom: 3, most: 6, perApproved: 0 },
  },
  /** When refusals of everybody pile up: more of them than `timesUsual` the usual share, and than `least`. */
  alarm: {
    windows: [
      { seconds: 300, least: 15 },
      { seconds: 3_600, least: 40 },
    ],
    timesUsual: 3,
    /** Of `least`, by the stage that stands already: who goes on after an alarm is nobody mistaken. */
    leastByLevel: [1, 0.5, 0.4],
    /** The usual share of refusals, as long as too few tries tell it, and between which bounds it is believed. */
    usual: { unknown: 0.15, least: 0.1, most: 0.25, minimumSample: 200 },
    /** From this stage on the bank of whoever is not known has to ask its customer. */
    challengeFromLevel: 2,
    /** How long each stage stays; from `asksFrom` on longer, while banks' questions go unanswered. */
    holdSeconds: 3_600,
    /** So many questions of banks may go unanswered in `holdSeconds`, whatever the share, before a stage stays longer. */
    unanswered: 40,
    /** A process asks the database again after so long, or as soon as its own tries may have changed the answer. */
    refreshSeconds: 5,
  },
  /** Whoever paid an order so long ago, in the same browser, is known. */
  known: { paidForSeconds: 86_400 },
  proof: {
    /** A challenge is good for so long, and so is its solution. */
    lifeSeconds: 300,
    /** One solution is good for so many tries of its browser. */
    tries: 3,
    /** PBKDF2 rounds of one step, and the steps: between `least` and `most`, by stage. */
    rounds: 2_000,
    steps: [
      { least: 20, most: 60 },
      { least: 40, most: 80 },
      { least: 60, most: 120 },
      { least: 60, most: 120 },
    ],
    /** Challenges an address may ask for in an hour. */
    perAddressHour: 300,
  },
  /** Words of vouchers that were not found, per hour. */
  vouchers: { address: 60, browser: 20 },
  /**
   * Purchases that an address may begin in an hour before a proof of work is asked for each; on the page, which needs no
   * script, a browser waits for each instead, and has to come back while its turn lasts.
   */
  leads: { freePerAddress: 100, waitSeconds: 30, turnLifeSeconds: 3_600 },
  /**
   * Prompts: payments that make a phone ring for a PIN, or ask a wallet about a person. After `proofFrom` in the period a
   * proof of work is asked for each; after `most` there are none. A carrier's address has many buyers behind it, hence the
   * room between both. A brand is never shut: whoever wanted that would only have to use its budget up.
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
 * 0: nothing unusual; 1: everybody proves work; 2: and banks have to ask their customers; 3: what no bank can be made to
 * ask about is shut. Who is known is asked for nothing.
 */
export type RiskLevel = 0 | 1 | 2 | 3;
