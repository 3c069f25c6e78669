"use client";

import { useEffect } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

const tell = (field: Field, ...names: string[]): void => names.forEach((name) => field.dispatchEvent(new Event(name, { bubbles: true })));

/** Puts the server's value back first: React calls no handler for a value that the field has already. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value;
  field.value = field.defaultValue;
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, typed);
  tell(field, "input", "change");
}

function replay(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    const given = [...field.options].findIndex((option) => option.defaultSelected);
    if (field.selectedIndex !== Math.max(given, 0)) tell(field, "input", "change");
  } else if (isTicked(field)) {
    // The chosen radio button speaks for its group.
    if (field.checked === field.defaultChecked || (field.type === "radio" && !field.checked)) return;
    field.checked = field.defaultChecked;
    field.click();
  } else if (field.type === "file") {
    if (field.value !== "") tell(field, "change");
  } else if (field.type !== "hidden" && field.value !== field.defaultValue) retype(field);
}

/** Tells React what was typed or chosen before the scripts ran. Otherwise the field shows it, and its page does not know it. */
export function EarlyInput() {
  useEffect(() => document.querySelectorAll<Field>("main :is(input, textarea, select)").forEach(replay), []);
  return null;
}
