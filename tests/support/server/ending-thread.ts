throw new Error("a fault while the program is loaded");
