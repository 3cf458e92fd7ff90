import type { Country } from './locale.ts';

/** A first-level division of a country, as an address names it. */
export interface Region {
  /** Brazil: the two-letter code (UF). Mozambique and Peru: the ISO 3166-2 code without the country. */
  readonly code: string;
  readonly name: string;
}

const brazil = `AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|SP São Paulo|SE Sergipe|TO Tocantins`;
const mozambique = `P Cabo Delgado|G Gaza|I Inhambane|B Manica|MPM Maputo Cidade|L Maputo Província|N Nampula|A Niassa|S Sofala|T Tete|Q Zambézia`;
const peru = `AMA Amazonas|ANC Áncash|APU Apurímac|ARE Arequipa|AYA Ayacucho|CAJ Cajamarca|CAL Callao|CUS Cusco|HUV Huancavelica|HUC Huánuco|ICA Ica|JUN Junín|LAL La Libertad|LAM Lambayeque|LIM Lima|LOR Loreto|MDD Madre de Dios|MOQ Moquegua|PAS Pasco|PIU Piura|PUN Puno|SAM San Martín|TAC Tacna|TUM Tumbes|UCA Ucayali`;

/**
 * The 27 states of Brazil, the 11 provinces of Mozambique (the city of Maputo is one), and the 24 departments of Peru
 * with the constitutional province of Callao; each list in the order of its names.
 */
export const regions: Readonly<Record<Country, readonly Region[]>> = {
  BR: /* @__PURE__ */ list(brazil),
  MZ: /* @__PURE__ */ list(mozambique),
  PE: /* @__PURE__ */ list(peru),
};

export function isRegion(country: Country, code: string): boolean {
  return regions[country].some((region) => region.code === code);
}

function list(text: string): Region[] {
  return text.split('|').map((entry) => {
    const blank = entry.indexOf(' ');
    return { code: entry.slice(0, blank), name: entry.slice(blank + 1) };
  });
}
