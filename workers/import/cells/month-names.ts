/** Month names in the languages of vendors; the first letters decide. */

const BY_MONTH: readonly string[] = [
  "jan gen ene янв oca led sty tam",
  "feb fév fev янф фев şub úno únor lut hel",
  "mar mär mrz maa мар bře brez maalis",
  "apr avr abr апр nis dub kwi huh",
  "may mai mei mag maj май мая kvě touko",
  "jun jui giu июн haz kesä cze čer",
  "jul juil lug июл tem heinä lip",
  "aug aoû aou ago авг ağu srp sie elo",
  "sep set сен eyl zář wrz syys",
  "oct okt out ott окт eki říj paź loka",
  "nov ноя kas lis marras",
  "dec dez déc dic дек ara pro gru joulu",
];

const MONTHS = new Map<string, number>();
for (const [at, names] of BY_MONTH.entries()) {
  for (const name of names.split(" ")) MONTHS.set(name, at + 1);
}

/** 1..12 by a name or its first letters; 0 for no month. */
export function monthOf(name: string): number {
  const lower = name.normalize("NFC").toLowerCase();
  if (lower.startsWith("juil")) return 7;
  for (let length = Math.min(lower.length, 6); length >= 3; length--) {
    const month = MONTHS.get(lower.slice(0, length));
    if (month !== undefined) return month;
  }
  return 0;
}
